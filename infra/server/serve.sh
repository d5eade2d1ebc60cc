#!/bin/sh
# `npm run serve`: the service as `npm run build` made it, which needs no development package; where
# nothing was built its sources, which do. It stays one process, for its supervisor's signals.
cd "$(dirname "$0")/../.." || exit 1
if [ -f dist/server/serve.mjs ]; then
  if [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 24 ]; then
    echo "Connect runs on Node 24 or newer, and this is $(node --version)." >&2
    exit 1
  fi
  exec node dist/server/serve.mjs "$@"
fi
[ -d node_modules/tsx ] && exec node --import tsx infra/server/serve.ts "$@"
echo "There is nothing to run: \"npm ci && npm run build\" makes it, then \"npm ci --omit=dev\" is enough." >&2
exit 1
