# Each example in a shell of its own, stopped by its first failure.
while IFS=$'\t' read -r file out connection key; do
  CONNECTION=$connection IDEMPOTENCY_KEY=$key bash --norc -euo pipefail "$file" >"$out" 2>&1 </dev/null
  printf '\nexit %s\n' "$?" >>"$out"
done <plan.tsv
