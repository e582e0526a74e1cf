import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Deps } from '@/server/core/deps';
import { route } from '@/server/core/http/route';
import { setUpScene } from '../../support/scene';

/** PostgreSQL aborts one of two deadlocked transactions; its user must not notice. */
const { api } = setUpScene();

/** Runs a route whose first `refused` attempts fail with a deadlock after a tag was written. */
async function through(refused: number) {
  let tries = 0;
  const handler = route(
    { db: api.db, now: api.now, publicUrl: 'https://shop.test' } as Deps,
    { allow: 'public', write: true },
    async (ctx) => {
      tries += 1;
      await sql`insert into tags (name, slug) values ('Чай', ${`tag-${tries}`})`.execute(ctx.db);
      if (tries <= refused)
        await sql`do $$ begin raise exception 'x' using errcode = '40P01'; end $$`.execute(ctx.db);
      return 'done';
    },
  );
  const request = { params: {}, query: {}, body: {}, headers: {}, method: 'POST', ip: '', id: '1' };
  const answer = await handler(request as unknown as FastifyRequest, {} as FastifyReply).catch(
    (error: { code: string }) => error.code,
  );
  const slugs = await api.db.selectFrom('tags').select('slug').execute();
  return { answer, tries, slugs: slugs.map(({ slug }) => slug) };
}

describe('a deadlocked write', () => {
  it('is repeated from its beginning', async () => {
    expect(await through(1)).toEqual({ answer: 'done', tries: 2, slugs: ['tag-2'] });
  });

  it('is given up after three attempts, and writes nothing', async () => {
    expect(await through(9)).toEqual({ answer: '40P01', tries: 3, slugs: [] });
  });
});
