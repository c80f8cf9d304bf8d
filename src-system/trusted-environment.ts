export {}

// The first import of every program of the project. The person who starts a program chooses its environment, and
// these variables would loosen what it checks. Deleting them also keeps them from the processes that it starts.

/** Variables of Node, OpenSSL and Chromium that choose trusted certificates, skip their check or log the keys of connections. */
const loosening = [
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_SYSTEM_CA',
  'NODE_OPTIONS',
  'OPENSSL_CONF',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
  'SSLKEYLOGFILE',
]

for (const name of loosening) Reflect.deleteProperty(process.env, name)
