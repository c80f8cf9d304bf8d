#!/bin/busybox sh
# The guest's init program. It mounts the host's files as the guest's root (read-only over 9p, with an overlay in
# memory for writes) and runs the job from the shared folder.
/bin/busybox --install -s /bin
export PATH=/bin

mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev

while read -r module; do
  case "$module" in
  # Twelve ports; each is a host controller with one port.
  dummy_hcd.ko*) insmod "/modules/$module" num=12 ;;
  *) insmod "/modules/$module" ;;
  esac || echo "usb-vm: the module $module did not load"
done </modules/order

# Without this check, a module that failed to load would only be noticed much later.
[ -d /sys/class/udc/dummy_udc.0 ] || echo "usb-vm: there is no USB gadget controller"

mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000,cache=loose,ro host /host
mount -t tmpfs -o mode=755 tmpfs /writable
mkdir /writable/files /writable/work
mount -t overlay -o lowerdir=/host,upperdir=/writable/files,workdir=/writable/work overlay /new

mount -t proc proc /new/proc
mount -t sysfs sysfs /new/sys
mount -t configfs configfs /new/sys/kernel/config
mount -t devtmpfs dev /new/dev
mkdir -p /new/dev/pts /new/dev/shm
mount -t devpts devpts /new/dev/pts
mount -t tmpfs -o mode=1777 shm /new/dev/shm
mount -t tmpfs -o mode=755 run /new/run
mkdir /new/run/share
mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000,cache=none share /new/run/share
ip link set lo up

chroot /new /bin/sh /run/share/job.sh
sync
poweroff -f
