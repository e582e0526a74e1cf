import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setUpScene } from '@tests/support/scene';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { domains } from '@/contract/domains';
import { eventFamilies } from '@/contract/events';
import { coreEffects, type Effects } from '@/server/core/module';
import { modules } from '@/server/modules';

/** What `index.ts` of each module says that a write causes. */
const { api } = setUpScene();

const folders: [string, Effects][] = [
  ['core', coreEffects],
  ...modules.map(({ effects }, place): [string, Effects] => [`modules/${domains[place]}`, effects]),
];

describe('the effects of a write', () => {
  it('name every trigger of the database', async () => {
    const { rows } = await sql<{ name: string }>`select distinct c.relname || ': ' || p.proname as name
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
      where not t.tgisinternal and t.tgparentid = 0 and p.pronamespace = 'public'::regnamespace`.execute(
      api.db,
    );
    const listed = [coreEffects, ...modules.map(({ effects }) => effects)];

    expect(listed.flatMap(({ triggers = {} }) => Object.keys(triggers)).sort()).toEqual(
      rows.map(({ name }) => name).sort(),
    );
  });

  it.each(folders)('name every event that %s publishes', (folder, { events = {} }) => {
    const sources = readdirSync(join('src/server', folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(join('src/server', folder, path), 'utf8').replace(/toAdmins\('\w+'\)/g, ''))
      .filter((text) => text.includes("live/publish'") || text.includes("'./publish'"));
    const published = sources.flatMap((text) =>
      [...text.matchAll(/\bpublish(?:Each)?\(\s*ctx,[^;]*?'(\w+)'/g)].map(([, type = '']) => type),
    );

    expect([...new Set(published)].sort()).toEqual(Object.keys(events).sort());
  });

  it('tell other modules only what some module emits', () => {
    const emitting = readdirSync('src/server/modules', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(join('src/server/modules', path), 'utf8'))
      .filter((text) => /\bemit\(/.test(text))
      .join('\n');

    expect(Object.keys(eventFamilies).filter((type) => !emitting.includes(`'${type}'`))).toEqual([]);
  });
});
