import { type SeedCtx, seededId } from '@/server/demo/context';
import { familySeed } from '@/server/demo/families';
import { pastMoments } from '@/server/demo/random';
import { type DemoTalk, talks } from './talks';

const minute = 60_000;

/** Conversations of customers and of the administration with shops, some with unread messages. */
export async function seedTalks(seed: SeedCtx): Promise<void> {
  const { db } = seed;
  const users = await db.selectFrom('users').select(['id', 'email']).execute();
  const byEmail = new Map(users.map(({ id, email }) => [email, { id }]));
  const personOf = (key: string) => (key.includes('@') ? seededId(byEmail, key) : seededId(seed.people, key));
  for (const talk of talks) await seedTalk(seed, talk, personOf);
}

export async function seedReplyTemplates({ db, now, random, shops }: SeedCtx): Promise<void> {
  const owners = [null, ...[...shops.values()].map(({ id }) => id)];
  const rows = owners.flatMap((shop_id) =>
    familySeed('reply-templates').map((row) => ({ ...pastMoments(random, now), ...row, shop_id })),
  );
  await db
    .insertInto('reply_templates')
    .values(rows as never)
    .execute();
}

async function seedTalk({ db, now, shops }: SeedCtx, talk: DemoTalk, personOf: (key: string) => number) {
  const begin = now.getTime() - talk.age * 60 * minute;
  const user_id = talk.user === undefined ? null : personOf(talk.user);
  const conversation = await db
    .insertInto('conversations')
    .values({
      kind: talk.kind,
      user_id,
      shop_id: seededId(shops, talk.shop),
      created_at: new Date(begin),
      updated_at: new Date(begin),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  let at = begin;
  const rows = talk.messages.map(([author, minutes, body], index) => {
    // None is in the future, however many minutes they add up to.
    at = Math.min(at + minutes * minute, now.getTime());
    const isUser = talk.kind === 'admin' ? author === 'admin' : author === talk.user;
    return {
      conversation_id: conversation.id,
      number: index + 1,
      user_id: personOf(author),
      side: isUser ? 'user' : 'shop',
      body,
      created_at: new Date(at),
    };
  });
  const kept = await db.insertInto('messages').values(rows).returning(['id', 'side', 'created_at']).execute();
  const last = kept.at(-1);
  if (!last) return;
  const unread = (side: 'user' | 'shop') => kept.slice(kept.length - (talk.unread?.[side] ?? 0));
  const seenOf = (side: 'user' | 'shop') => kept[kept.length - 1 - (talk.unread?.[side] ?? 0)]?.id ?? 0;
  const unseenOf = (side: 'user' | 'shop') => unread(side).filter((row) => row.side !== side).length;
  await db
    .updateTable('conversations')
    .set({
      last_message_id: last.id,
      messages_count: kept.length,
      updated_at: last.created_at,
      user_seen_id: seenOf('user'),
      shop_seen_id: seenOf('shop'),
      user_unseen: unseenOf('user'),
      shop_unseen: unseenOf('shop'),
      // E-mails about them were sent long ago.
      user_mailed_id: last.id,
      shop_mailed_id: last.id,
    })
    .where('id', '=', conversation.id)
    .execute();
}
