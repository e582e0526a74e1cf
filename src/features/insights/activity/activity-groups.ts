import type { ActivityEntry } from '@/contract/insights/activity';

/** Entries further apart than this are separate events. */
const span = 10 * 60_000;

/**
 * Groups neighbouring entries of the log in which one actor did the same to records of one family within ten minutes, so
 * that an import or a bulk change is one line. Keeps the order.
 */
export function groupEqualEntries(lines: readonly ActivityEntry[]): ActivityEntry[][] {
  const groups: ActivityEntry[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (group && first && isEqual(first, line)) group.push(line);
    else groups.push([line]);
  }
  return groups;
}

function isEqual(first: ActivityEntry, line: ActivityEntry): boolean {
  return (
    first.family === line.family &&
    first.action === line.action &&
    first.user?.id === line.user?.id &&
    first.shop?.id === line.shop?.id &&
    Math.abs(Date.parse(first.at) - Date.parse(line.at)) <= span
  );
}
