import type { JsonRecord } from '@/server/core/json-record';

/**
 * A value of today with what one save changed put back: of an object only the properties that differ between `was` and
 * `set`, so that later changes of the others stay. Lists and files are put back whole.
 */
export function putBack(now: unknown, was: unknown, set: unknown): unknown {
  if (!isGroup(now) || !isGroup(was) || !isGroup(set)) return was ?? null;
  const result: JsonRecord = { ...now };
  for (const key of new Set([...Object.keys(was), ...Object.keys(set)])) {
    if (JSON.stringify(was[key]) === JSON.stringify(set[key])) continue;
    result[key] = putBack(now[key], was[key], set[key]);
  }
  return result;
}

/** An object of properties, not one that stands for a file or a record. */
function isGroup(value: unknown): value is JsonRecord {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  return !('id' in value) && !('attachment_id' in value);
}
