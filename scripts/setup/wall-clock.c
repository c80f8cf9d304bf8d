/*
 * Moves the wall clock of the programs it is loaded into (LD_PRELOAD). The file WALL_CLOCK_FILE has the number of seconds to
 * add; a test may write another number while the programs run. The monotonic clock stays, as it does when a person sets the
 * computer's clock.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* How long a number that was read stays in use, in milliseconds. */
#define FRESH_MS 100

static long long monotonic_ms(void) {
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static long long seconds_to_add(void) {
  static volatile long long seconds = 0;
  static volatile long long read_at = -1;
  const long long now = monotonic_ms();
  if (read_at >= 0 && now - read_at < FRESH_MS) return seconds;
  read_at = now;
  const char *path = getenv("WALL_CLOCK_FILE");
  const int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return seconds;
  char text[32];
  const ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length > 0) {
    text[length] = 0;
    seconds = atoll(text);
  }
  return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *result) {
  const int status = syscall(SYS_clock_gettime, clock, result);
  if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) result->tv_sec += seconds_to_add();
  return status;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
  (void)zone;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  result->tv_sec = now.tv_sec;
  result->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result != NULL) *result = now.tv_sec;
  return now.tv_sec;
}
