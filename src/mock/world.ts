import type { AuthAnswer, Me } from '@/contract/accounts/auth';
import type { Capability } from '@/contract/capabilities';
import type { BaseRow } from '@/contract/core/define';
import { type ResourceName, resourceNames } from '@/contract/index';
import type { NotifyLog } from '@/contract/messaging/notifications';
import type { Settings } from '@/contract/settings/index';
import recorded from './recording.json';

export type JsonRecord = Record<string, unknown>;

/** A stored row of the mock; the last two fields are never sent. */
export type Row = BaseRow & JsonRecord & { translations?: Record<string, JsonRecord>; deleted_at?: string };

/** What the API answered a demo account at a path, to requests with these parameters. */
export interface Answer {
  query: Record<string, string>;
  body: unknown;
}

/** Written by `npm run mock:record`. */
export interface Recording {
  /** The clock of the recorded API. */
  at: string;
  /** Rows as their details show them. */
  families: Record<ResourceName, Row[]>;
  settings: Settings;
  /** The demo accounts by address. */
  people: Record<string, Omit<Person, 'isAdmin' | 'shopIds'>>;
}

export interface Person {
  session: Omit<AuthAnswer, 'token'>;
  me: Me;
  notifications: NotifyLog[];
  /** By path. */
  answers: Record<string, Answer[]>;
  isAdmin: boolean;
  /** Own shops, and the one that employs the person. */
  shopIds: number[];
}

/** All data of the mock, of one tab. */
export interface World {
  tables: Recording['families'];
  settings: Settings;
  people: Record<string, Person>;
}

/** The capabilities of our server that the mock implements. */
const mocked: readonly Capability[] = [
  ...(['analytics-parts', 'counts', 'first-steps', 'history', 'list-filters', 'live'] as const),
  ...(['restore', 'saved-views', 'translations'] as const),
];

const dayMs = 86_400_000;
const daysSince = Math.floor((Date.now() - Date.parse(recorded.at)) / dayMs);
/** Older days are not of the demo: an author was born on them. */
const firstYear = new Date(recorded.at).getFullYear() - 3;
const date = /^(\d{4})-\d\d-\d\d(T.*Z)?$/;

/** Dates as they would be in an API seeded today: the demo's orders are of the last days. */
function datedToday(_: string, value: unknown): unknown {
  const [, year, time] = (typeof value === 'string' && date.exec(value)) || [];
  if (year === undefined || Number(year) < firstYear) return value;
  const moved = new Date(Date.parse(String(value)) + daysSince * dayMs).toISOString();
  return time ? moved : moved.slice(0, 10);
}

const { families, settings, people }: Recording = JSON.parse(JSON.stringify(recorded), datedToday);

/** Handlers set values of rows and never change what is inside one, so that a shallow copy is enough. */
const copies = <Item extends object>(items: readonly Item[] = []): Item[] =>
  items.map((item) => ({ ...item }));

export function makeWorld(): World {
  const tables = { ...families };
  for (const name of resourceNames) tables[name] = copies(families[name]);
  const accounts = Object.entries(people).map(([email, person]) => [email, withRights(person)] as const);
  return {
    tables,
    settings: { ...settings, capabilities: [...mocked] },
    people: Object.fromEntries(accounts),
  };
}

function withRights(person: Recording['people'][string]): Person {
  const { shops, managed_shop } = person.me;
  return {
    ...person,
    notifications: copies(person.notifications),
    isAdmin: person.session.permissions.includes('super_admin'),
    shopIds: [...shops, ...(managed_shop ? [managed_shop] : [])].map(({ id }) => id),
  };
}

export const demoPassword = 'Demo12345';
const prefix = 'mock:';

export const mockToken = (email: string) => `${prefix}${email}`;

/** The account of a token. */
export const findTokenOwner = (world: World, token: string): Person | undefined =>
  world.people[token.slice(prefix.length)];
