import { expect, it } from 'vitest';
import { sources } from '../../../sources';

/**
 * A name in `order by` means the select's output before the table's column: `select distinct on (product_id) product_id as
 * id … order by product_id, id desc` orders by the product twice, and shows any review instead of the last one.
 */
it('no statement orders by a name that its select gave to another column', () => {
  const found = sources
    .filter(({ zone }) => zone === 'server')
    .flatMap(({ path, text }) => statements(text).flatMap((statement) => clashes(statement, path)));

  expect(found).toEqual([]);
});

it('finds such a statement', () => {
  const statement =
    'select distinct on (product_id) product_id as id from reviews order by product_id, id desc';

  expect(clashes(statement, 'here')).toEqual(['here: order by id, which is product_id']);
});

const statements = (text: string) =>
  [...text.matchAll(/`(select[^`]{0,8000})`/g)].map(([, sql]) => String(sql));

function clashes(statement: string, path: string): string[] {
  const flat = withoutParentheses(statement);
  const renamed = new Map(
    [...flat.matchAll(/\b([a-z_]+) as ([a-z_]+)\b/g)].map(([, column, name]) => [name, column]),
  );
  const ordered = /\border by ([^;]{1,300})$/.exec(flat)?.[1]?.split(',') ?? [];
  return ordered
    .map((term) => term.trim().split(' ')[0])
    .filter((name) => name === 'id' && renamed.has(name) && renamed.get(name) !== name)
    .map((name) => `${path}: order by ${name}, which is ${renamed.get(name)}`);
}

/** The statement itself: what stands in parentheses has names of its own. */
function withoutParentheses(statement: string): string {
  let text = statement.replace(/\s+/g, ' ');
  for (let shorter = text; ; text = shorter) {
    shorter = text.replace(/\([^()]*\)/g, '');
    if (shorter === text) return text;
  }
}
