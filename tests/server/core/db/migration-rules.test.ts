import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lastFolded } from '@/server/core/db/fold';
import { knownMigrations, splitStatements } from '@/server/core/db/migrate';
import { brokenRules } from './migration-rules';

const folder = 'src/server/core/db/migrations';

describe('migrations', () => {
  it('run while the former release serves', () => {
    const later = knownMigrations().filter((name) => name > lastFolded);
    const broken = later.flatMap((name) =>
      brokenRules(readFileSync(`${folder}/${name}.sql`, 'utf8')).map((rule) => `${name}: ${rule}`),
    );

    expect(broken).toEqual([]);
  });

  it('have a higher number than those that were folded into the baseline', () => {
    const baseline = knownMigrations().filter((name) => name <= lastFolded);

    expect(baseline.map((name) => Number(name.slice(0, 4)))).toEqual(baseline.map((_, place) => place + 1));
    expect(baseline.at(-1)).toBe('0014_receipts');
  });

  it.each([
    ['alter table orders add column note text not null;', 'needs a default'],
    ['alter table orders add column code uuid not null default gen_random_uuid();', 'rewrites the table'],
    ['alter table orders add column shift_id bigint references till_shifts (id);', 'reads the whole table'],
    ['create index orders_note on orders (note);', 'create it concurrently'],
    ['create unique index orders_note on orders (note);', 'create it concurrently'],
    ['create index concurrently orders_note on orders (note);', 'a file that begins with'],
    ['-- online\ncreate index concurrently orders_note on orders (note);', 'drop it first'],
    ["alter table orders add constraint orders_note_check check (note <> '');", 'add it not valid'],
    ['alter table orders add constraint orders_note_key unique (note);', 'using that index'],
    ['alter table orders alter column total type bigint;', 'rewrites the table'],
    ['alter table orders alter column note set not null;', 'reads the whole table'],
    ['alter table orders drop column note;', 'the former release uses it'],
    ['drop table order_events;', 'the former release uses it'],
    ['alter table orders rename column note to remark;', 'the former release uses it'],
    ['update orders set note = 1;', 'in batches'],
    ['truncate orders;', 'locks the whole table'],
  ])('refuse %s', (text, why) => {
    expect(brokenRules(text)).toEqual([expect.stringContaining(why)]);
  });

  it.each([
    'alter table orders add column note text;',
    "alter table orders add column note text not null default '';",
    'alter table orders add constraint orders_note_check check (note is not null) not valid;',
    'alter table orders validate constraint orders_note_check;',
    'create table notes (id bigint not null);\ncreate index notes_id on notes (id);\nalter table notes add primary key (id);',
    '-- online\ndrop index concurrently if exists orders_note;\ncreate index concurrently orders_note on orders (note);',
    '-- contract: 0031 stopped to use it\nalter table orders drop column note;',
    "update settings set options = '{}' where id = 1;",
    'create function f() returns trigger language plpgsql as $$ begin update orders set note = 1; end $$;',
  ])('allow %s', (text) => {
    expect(brokenRules(text)).toEqual([]);
  });

  it('without a transaction are run statement by statement', () => {
    expect(splitStatements("-- online\n-- Why.\nselect ';' as a;\n\nselect\n  2;\n")).toEqual([
      "select ';' as a",
      'select\n  2',
    ]);
    const body = 'do $$\nbegin\n  -- Why.\n  select 1;\nend $$';
    const tagged = "do $make$\nbegin\n  execute $$select '$1';\n$$;\nend $make$";
    expect(splitStatements(`-- online\n${body};\nselect $$a;$$;\n${tagged};\n`)).toEqual([
      body,
      'select $$a;$$',
      tagged,
    ]);
  });
});
