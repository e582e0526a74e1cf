import { sql } from 'kysely';
import { beatSeconds } from '@/contract/core/live';
import { openSessions } from '@/server/core/sessions';
import type { Database, SessionUser } from '../context';
import type { Listen } from '../db/listen';
import type { Replica } from '../scale/replica';
import { listAudiences, toUser } from './audiences';
import { placeEvents } from './place-events';

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

interface FeedSources {
  db: Database;
  now: () => Date;
  listen: Listen;
  /** Server from which panels reload: events are delivered once it has caught up. */
  replica?: Pick<Replica, 'caughtUp'> | undefined;
}

const maxAtOnce = 500;
/** Streams per user; one more ends the oldest. */
const maxOfPerson = 20;

/**
 * Delivers published events to the streams of this process, whichever process published them. Starts listening with the
 * first reader.
 */
export function createLiveFeed({ db, now, listen, replica }: FeedSources): LiveFeed {
  const readers = new Readers();
  let last = 0;
  let started: Promise<() => Promise<void>> | undefined;
  const check = (some: Reader[]) => renewRights(db, now(), readers, some);

  const readOn = repeatable(async () => {
    await placeEvents(db);
    const news = await eventsAfter(db, last);
    if (news.length > 0) await replica?.caughtUp();
    for (const told of news) {
      last = told.place;
      for (const reader of readers.of(told)) readers.give(reader, told);
      if (told.type === 'session') await check(readers.all().filter(({ user }) => concerns(told, user)));
    }
    return news.length === maxAtOnce;
  });

  const start = async () => {
    await placeEvents(db);
    last = (await kept(db)).last;
    const stop = await listen('live_events', () => void readOn().catch(() => {}));
    // Events that arrived between the two lines above.
    void readOn().catch(() => {});
    const timer = setInterval(() => {
      for (const reader of readers.all()) if (!reader.write(beat)) readers.leave(reader);
      // Also events missed while the connection was broken.
      void readOn().catch(() => {});
      if (readers.all().length > 0) void check(readers.all()).catch(() => {});
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
      const reader: Reader = { ...outlet, user, audiences: listAudiences(user), held: [] };
      readers.add(reader);
      await catchUp(db, readers, reader, { after, upTo: last });
      return () => readers.leave(reader);
    },
    async close() {
      for (const reader of readers.all()) readers.leave(reader);
      const stop = await started;
      started = undefined;
      await stop?.();
    },
  };
}

/** Whether ended sessions of the event's people may be the reader's. */
const concerns = ({ audiences }: LiveMessage, { id, view }: SessionUser) =>
  audiences.includes(toUser(id)) || (view !== undefined && audiences.includes(toUser(view.by.id)));

/** Open streams of this process. */
class Readers {
  readonly #all = new Set<Reader>();
  /** Indexed by audience, so that delivery is O(recipients). */
  readonly #ofAudience = new Map<string, Set<Reader>>();

  all(): Reader[] {
    return [...this.#all];
  }

  /** Recipients of an event. */
  of({ audiences }: LiveMessage): Set<Reader> {
    return new Set(audiences.flatMap((name) => [...(this.#ofAudience.get(name) ?? [])]));
  }

  add(reader: Reader): void {
    // Whoever looks through a person's eyes takes none of the person's streams.
    const own = this.all().filter(
      ({ user }) => user.id === reader.user.id && user.view?.id === reader.user.view?.id,
    );
    if (own.length >= maxOfPerson && own[0]) this.leave(own[0]);
    this.#all.add(reader);
    this.#index(reader);
  }

  leave(reader: Reader): void {
    if (!this.#all.delete(reader)) return;
    this.#unindex(reader);
    reader.end();
  }

  has(reader: Reader): boolean {
    return this.#all.has(reader);
  }

  /** Updates a reader to the user's current audiences. */
  renew(reader: Reader, user: SessionUser): void {
    this.#unindex(reader);
    Object.assign(reader, { user, audiences: listAudiences(user) });
    this.#index(reader);
  }

  give(reader: Reader, told: LiveMessage): void {
    if (reader.held) reader.held.push(told);
    else if (!reader.write(textOf(told))) this.leave(reader);
  }

  #index(reader: Reader): void {
    for (const name of reader.audiences) {
      const own = this.#ofAudience.get(name) ?? new Set();
      this.#ofAudience.set(name, own.add(reader));
    }
  }

  #unindex(reader: Reader): void {
    for (const name of reader.audiences) {
      const own = this.#ofAudience.get(name);
      own?.delete(reader);
      if (own?.size === 0) this.#ofAudience.delete(name);
    }
  }
}

/** Ends streams of closed sessions and refreshes the permissions of the others. */
async function renewRights(db: Database, now: Date, readers: Readers, some: readonly Reader[]) {
  const ids = some.map(({ user }) => user.sessionId);
  const open = await openSessions(db, now, ids);
  for (const reader of some) {
    // The reader left meanwhile.
    if (!readers.has(reader)) continue;
    const user = open.get(reader.user.sessionId);
    if (user) readers.renew(reader, user);
    else readers.leave(reader);
  }
}

/** Sends `hello`, the missed events, then those queued meanwhile. */
async function catchUp(
  db: Database,
  readers: Readers,
  reader: Reader,
  { after, upTo }: { after: number | undefined; upTo: number },
): Promise<void> {
  const { first } = await kept(db);
  const isKnown = after === undefined || (after <= upTo && after >= first - 1);
  const from = isKnown ? (after ?? upTo) : upTo;
  const missed = from < upTo ? await eventsBetween(db, from, upTo, [...reader.audiences]) : [];
  reader.write(textOf({ place: from, type: 'hello', data: { isNew: !isKnown }, audiences: [] }));
  const held = reader.held ?? [];
  delete reader.held;
  for (const told of [...missed, ...held]) readers.give(reader, told);
}

/** Serializes runs: repeats while `run` resolves to true, and once more after a call during a run. */
function repeatable(run: () => Promise<boolean>): () => Promise<void> {
  let isRunning = false;
  let isAskedAgain = false;
  return async () => {
    if (isRunning) {
      isAskedAgain = true;
      return;
    }
    isRunning = true;
    try {
      do {
        isAskedAgain = false;
        if (await run()) isAskedAgain = true;
      } while (isAskedAgain);
    } finally {
      isRunning = false;
    }
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
