import { sql } from 'kysely';
import { beatSeconds } from '@/contract/core/live';
import { openSessions } from '@/server/core/sessions';
import type { Database, SessionUser } from '../context';
import { audiencesOf } from './audiences';

/** Calls back after each commit that notified the channel; resolves to the unsubscribe function. */
export type Listen = (channel: string, heard: () => void) => Promise<() => Promise<void>>;

/** Output of a reader. `write` returns false when the reader is too slow. */
export interface Outlet {
  write: (text: Buffer) => boolean;
  end: () => void;
}

interface LiveMessage {
  place: number;
  audiences: string[];
  type: string;
  data: unknown;
  /** Serialized once for all readers. */
  text?: Buffer;
}

interface Reader extends Outlet {
  user: SessionUser;
  audiences: Set<string>;
  /** Events that arrived while missed ones were still being read. */
  held?: LiveMessage[];
}

export interface LiveFeed {
  /** Adds a reader: first the events since `after`, then live ones. Resolves to the function that removes it. */
  join: (user: SessionUser, after: number | undefined, outlet: Outlet) => Promise<() => void>;
  close: () => Promise<void>;
}

const maxAtOnce = 500;
/** Streams of one user; one more ends the oldest. */
const maxOfPerson = 20;

/**
 * Delivers published events to the streams of this process, whichever process published them (design §8). Listens from the
 * first reader on.
 */
export function createLiveFeed({
  db,
  now,
  listen,
}: {
  db: Database;
  now: () => Date;
  listen: Listen;
}): LiveFeed {
  const readers = new Set<Reader>();
  /** Readers indexed by audience, so delivery is O(recipients). */
  const ofAudience = new Map<string, Set<Reader>>();
  let last = 0;
  let started: Promise<() => Promise<void>> | undefined;
  let isReading = false;
  let isAskedAgain = false;

  const enter = (reader: Reader) => {
    for (const name of reader.audiences) {
      const own = ofAudience.get(name) ?? new Set();
      ofAudience.set(name, own.add(reader));
    }
  };

  const quit = (reader: Reader) => {
    for (const name of reader.audiences) {
      const own = ofAudience.get(name);
      own?.delete(reader);
      if (own?.size === 0) ofAudience.delete(name);
    }
  };

  const leave = (reader: Reader) => {
    if (!readers.delete(reader)) return;
    quit(reader);
    reader.end();
  };

  const readersOf = ({ audiences }: LiveMessage) =>
    new Set(audiences.flatMap((name) => [...(ofAudience.get(name) ?? [])]));

  const give = (reader: Reader, told: LiveMessage) => {
    if (reader.held) reader.held.push(told);
    else if (!reader.write(textOf(told))) leave(reader);
  };

  const check = async (some: readonly Reader[]) => {
    const ids = some.map(({ user }) => user.sessionId);
    const open = await openSessions(db, now(), ids);
    for (const reader of some) {
      // It left meanwhile.
      if (!readers.has(reader)) continue;
      const user = open.get(reader.user.sessionId);
      if (!user) leave(reader);
      else {
        quit(reader);
        Object.assign(reader, { user, audiences: audiencesOf(user) });
        enter(reader);
      }
    }
  };

  /** Reads from the last position, once more when a notification arrives meanwhile. */
  const readOn = async () => {
    if (isReading) {
      isAskedAgain = true;
      return;
    }
    isReading = true;
    try {
      do {
        isAskedAgain = false;
        const news = await eventsAfter(db, last);
        for (const told of news) {
          last = told.place;
          for (const reader of readersOf(told)) give(reader, told);
          if (told.type === 'session')
            await check([...readers].filter(({ user }) => told.audiences.includes(`user:${user.id}`)));
        }
        if (news.length === maxAtOnce) isAskedAgain = true;
      } while (isAskedAgain);
    } finally {
      isReading = false;
    }
  };

  const start = async () => {
    last = (await kept(db)).last;
    const stop = await listen('live_events', () => void readOn().catch(() => {}));
    // Events between the two lines above.
    void readOn().catch(() => {});
    const timer = setInterval(() => {
      for (const reader of readers) if (!reader.write(beat)) leave(reader);
      // Also events missed while the connection was broken.
      void readOn().catch(() => {});
      if (readers.size > 0) void check([...readers]).catch(() => {});
    }, beatSeconds * 1000);
    timer.unref();
    return async () => {
      clearInterval(timer);
      await stop();
    };
  };

  return {
    async join(user, after, outlet) {
      started ??= start().catch((error: unknown) => {
        // The next reader retries.
        started = undefined;
        throw error;
      });
      await started;
      const reader: Reader = { ...outlet, user, audiences: audiencesOf(user), held: [] };
      const own = [...readers].filter((one) => one.user.id === user.id);
      if (own.length >= maxOfPerson && own[0]) leave(own[0]);
      readers.add(reader);
      enter(reader);

      const upTo = last;
      const { first } = await kept(db);
      const isKnown = after === undefined || (after <= upTo && after >= first - 1);
      const from = isKnown ? (after ?? upTo) : upTo;
      const missed = from < upTo ? await eventsBetween(db, from, upTo, [...reader.audiences]) : [];
      reader.write(textOf({ place: from, type: 'hello', data: { isNew: !isKnown }, audiences: [] }));
      const held = reader.held ?? [];
      delete reader.held;
      for (const told of [...missed, ...held]) give(reader, told);
      return () => leave(reader);
    },
    async close() {
      for (const reader of [...readers]) leave(reader);
      const stop = await started;
      started = undefined;
      await stop?.();
    },
  };
}

/** Heartbeat comment. */
const beat = Buffer.from(':\n\n');

/** One event in the format of server-sent events. */
function textOf(told: LiveMessage): Buffer {
  const { place, type, data } = told;
  told.text ??= Buffer.from(`id: ${place}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
  return told.text;
}

async function kept(db: Database): Promise<{ first: number; last: number }> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select (select place from live_events where place is not null order by place limit 1) as first,
      (select place from live_events where place is not null order by place desc limit 1) as last`.execute(
    db,
  );
  const last = rows[0]?.last ?? 0;
  return { first: rows[0]?.first ?? last + 1, last };
}

async function eventsAfter(db: Database, place: number): Promise<LiveMessage[]> {
  const { rows } = await sql<LiveMessage>`select place, audiences, type, data from live_events
    where place > ${place} order by place limit ${sql.lit(maxAtOnce)}`.execute(db);
  return rows;
}

async function eventsBetween(
  db: Database,
  from: number,
  upTo: number,
  audiences: string[],
): Promise<LiveMessage[]> {
  const { rows } = await sql<LiveMessage>`select place, audiences, type, data from live_events
    where place > ${from} and place <= ${upTo} and audiences && ${audiences}::text[] order by place`.execute(
    db,
  );
  return rows;
}
