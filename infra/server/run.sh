#!/bin/sh
# `npm run serve`, `migrate`, `backup`, `admin`: as `npm run build` made them, which needs no development package, or from
# the sources, which does. It stays one process, for its supervisor's signals.
cd "$(dirname "$0")/../.." || exit 1
program=$1
shift
case $program in
  serve) source=infra/server/serve.ts ;;
  migrate | backup | admin) source=infra/deploy/$program.ts ;;
  *)
    echo "There is no program \"$program\": serve, migrate, backup or admin." >&2
    exit 2
    ;;
esac
built=dist/server/$program.mjs
# Where the sources can run, a build of before may not know the newest migration: only `serve` prefers it.
if [ -f "$built" ] && { [ "$program" = serve ] || [ ! -d node_modules/tsx ]; }; then
  if [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 24 ]; then
    echo "Connect runs on Node 24 or newer, and this is $(node --version)." >&2
    exit 1
  fi
  exec node "$built" "$@"
fi
[ -d node_modules/tsx ] && exec node --import tsx "$source" "$@"
echo "There is nothing to run: \"npm ci && npm run build\" makes it, then \"npm ci --omit=dev --omit=optional\" is enough." >&2
exit 1
