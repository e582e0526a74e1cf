import { isOnline, splitStatements } from '@/server/core/db/migrate';

/**
 * Migrations that people would notice while the former release serves: statements that read or rewrite a whole table
 * under its lock, and those that remove what the former release uses. Tables created by the same file are empty.
 */
interface Rule {
  isBroken: (statement: string) => boolean;
  why: string;
}

const ofColumn = /\badd column (?:if not exists )?\S+ [^,;]*/g;
const columnsOf = (statement: string): string[] => statement.match(ofColumn) ?? [];
const volatile =
  /\b(gen_random_uuid|random|clock_timestamp|nextval|uuid_generate\w*)\(|\bserial\b|\bgenerated\b/;

const rules: Rule[] = [
  {
    isBroken: (text) =>
      columnsOf(text).some((column) => / not null/.test(column) && !/ default /.test(column)),
    why: 'a column that is not null needs a default: the former release does not fill it',
  },
  {
    isBroken: (text) => columnsOf(text).some((column) => volatile.test(column)),
    why: 'a default that differs by row rewrites the table: add the column empty, fill it in batches',
  },
  {
    isBroken: (text) =>
      columnsOf(text).some((column) => / (references|unique|primary key|check)\b/.test(column)),
    why: 'a rule on a new column reads the whole table: add the column, then the constraint not valid, then validate it',
  },
  {
    isBroken: (text) => /^create (unique )?index (?!concurrently)/.test(text),
    why: 'an index stops writes while it is built: create it concurrently in a file that begins with `-- online`',
  },
  {
    isBroken: (text) =>
      /\badd (constraint \S+ )?(check|foreign key)\b/.test(text) && !/ not valid$/.test(text),
    why: 'a constraint reads the whole table under its lock: add it not valid and validate it in a statement of its own',
  },
  {
    isBroken: (text) => /\badd (constraint \S+ )?(unique|primary key) \(/.test(text),
    why: 'the index of a constraint stops writes: create it concurrently, then add the constraint using that index',
  },
  {
    isBroken: (text) => /\balter (column )?\S+ (set data )?type\b/.test(text),
    why: 'another type rewrites the table: add a second column',
  },
  {
    isBroken: (text) => /\bset not null\b/.test(text),
    why: 'set not null reads the whole table: add a check not valid, validate it',
  },
  {
    isBroken: (text) => /\bdrop column\b|^drop (table|view|function)\b|\brename\b/.test(text),
    why: 'the former release uses it: take it away a release later, in a file with the line `-- contract`',
  },
  {
    isBroken: (text) => /^(update|delete from) /.test(text) && !/\bwhere\b/.test(text),
    why: 'a change of all rows locks them until it ends: fill them in batches by a job',
  },
  {
    isBroken: (text) => /^(lock table|truncate|vacuum full|cluster|reindex (?!.*concurrently))/.test(text),
    why: 'it locks the whole table',
  },
];

/** Messages that name the statement and the broken rule. */
export function brokenRules(text: string): string[] {
  const statements = splitStatements(withoutBodies(text)).map((one) =>
    one.toLowerCase().replace(/\s+/g, ' '),
  );
  const made = new Set(
    statements.flatMap((one) => /^create table (?:if not exists )?(\S+)/.exec(one)?.[1] ?? []),
  );
  const isContract = /^-- contract\b/m.test(text);
  const found = statements.flatMap((one) => {
    if (made.has(tableOf(one))) return [];
    return rules
      .filter(({ isBroken, why }) => isBroken(one) && !(isContract && why.includes('-- contract')))
      .map(({ why }) => `${one.slice(0, 80)}: ${why}`);
  });
  return [...found, ...wrongPlace(text, statements)];
}

/** Requirements of `concurrently`: no transaction, and safe to retry after an interruption. */
function wrongPlace(text: string, statements: readonly string[]): string[] {
  const built = statements.filter((one) => /^create (unique )?index concurrently/.test(one));
  if (built.length > 0 && !isOnline(text))
    return ['concurrently works in a file that begins with `-- online` alone'];
  return built.flatMap((one) => {
    const name = /concurrently (?:if not exists )?(\S+)/.exec(one)?.[1];
    const isRemoved = statements.includes(`drop index concurrently if exists ${name}`);
    return isRemoved
      ? []
      : [`${name}: drop it first, concurrently if exists: a broken attempt leaves an invalid index`];
  });
}

function tableOf(statement: string): string {
  const found =
    /^(?:alter table (?:if exists )?(?:only )?|update |delete from |truncate )(\S+)/.exec(statement) ??
    /^create (?:unique )?index (?:concurrently )?(?:if not exists )?\S+ on (\S+)/.exec(statement);
  return found?.[1] ?? '';
}

/** Function bodies run later. */
const withoutBodies = (text: string): string => text.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''");
