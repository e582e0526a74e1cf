import { request } from 'node:http';
import type { Clock } from './world';

/** `send`: at once; `hold`: until they are released; `lose`: never; `twice`: two at the same time. */
const modes = ['send', 'hold', 'lose', 'twice'] as const;

type Mode = (typeof modes)[number];

/** How a webhook may differ from the usual one. `old`: it shows the state before; `early`: one that is not reached yet. */
export const alterations = ['wrong-token', 'unknown-event', 'extra-fields', 'old', 'early'] as const;

export type Alteration = (typeof alterations)[number];

type Fields = Record<string, unknown>;

interface Waiting {
  url: string;
  body: string;
  due: number;
  /** Sending ends here, after 24 hours. */
  until: number;
  /** How often it is sent again although the shop has confirmed it. */
  again: number;
}

interface Rules {
  isConfirmed: (status: number, text: string) => boolean;
  repeatMs: number;
  eventOf: (body: Fields) => string;
  alter: (kind: Alteration, body: Fields) => Fields;
}

/** What a command says of the webhooks that follow. */
interface Settings {
  mode: Mode;
  delayMs: number;
  /** Before the answer to the request that caused them. */
  first: boolean;
  alter: Alteration | null;
  again: number;
  /** From another address of this machine than the answers. */
  elsewhere: boolean;
  /** Only of this event; the others are sent as usual. */
  event: string | null;
}

const usual: Settings = {
  mode: 'send',
  delayMs: 0,
  first: false,
  alter: null,
  again: 0,
  elsewhere: false,
  event: null,
};
const dayMs = 86_400_000;

/** Webhooks of a stand-in: repeated by its clock until the shop confirms them, late, lost, twice, changed or in another order. */
export type Deliver = (url: string, body: string, isElsewhere: boolean) => Promise<[number, string]>;

export function openWebhooks(clock: Clock, rules: Rules, deliver: Deliver = post) {
  let settings = usual;
  let waiting: Waiting[] = [];
  let held: Waiting[] = [];
  const underWay = new Set<Promise<unknown>>();

  return {
    /** The body is as of now: what is sent late shows an old state. */
    notify: (url: string | undefined, body: Fields) => {
      if (!url) return;
      const { event } = settings;
      const { mode, delayMs, alter, again } =
        event === null || rules.eventOf(body) === event ? settings : usual;
      if (mode === 'lose') return;
      const due = clock.now() + delayMs;
      const text = JSON.stringify(alter === null ? body : rules.alter(alter, body));
      const one = { url, body: text, due, until: due + dayMs, again };
      if (mode === 'hold') held.push(one);
      else waiting.push(one, ...(mode === 'twice' ? [{ ...one }] : []));
    },
    /** What the command leaves out is as usual. */
    set: (command: Fields) => {
      settings = settingsIn(command);
      return { ...settings, held: held.length };
    },
    ended: () => Promise.all(underWay),
    areFirst: () => settings.first,
    release: (isReverse: boolean) => {
      waiting.push(...(isReverse ? held.toReversed() : held));
      const released = held.length;
      held = [];
      return { released };
    },
    /** Sends everything that is due: one after another, but equal ones at the same time. */
    deliver: async () => {
      const now = clock.now();
      const due = waiting.filter((one) => one.due <= now);
      waiting = waiting.filter((one) => one.due > now);
      if (due.length === 0) return;
      const sending = sendAll(due, async (one) => {
        const isDone = rules.isConfirmed(...(await deliver(one.url, one.body, settings.elsewhere)));
        const next = now + rules.repeatMs;
        if ((!isDone || one.again > 0) && next <= one.until)
          waiting.push({ ...one, due: next, again: isDone ? one.again - 1 : one.again });
      });
      underWay.add(sending);
      await sending;
      underWay.delete(sending);
    },
  };
}

export type Webhooks = ReturnType<typeof openWebhooks>;

function settingsIn(command: Fields): Settings {
  const { delayMs, again, event } = command;
  return {
    mode: modes.find((one) => one === command.mode) ?? 'send',
    delayMs: typeof delayMs === 'number' ? delayMs : 0,
    first: command.first === true,
    alter: alterations.find((one) => one === command.alter) ?? null,
    again: typeof again === 'number' ? again : 0,
    elsewhere: command.elsewhere === true,
    event: typeof event === 'string' ? event : null,
  };
}

async function sendAll(due: Waiting[], send: (one: Waiting) => Promise<void>): Promise<void> {
  for (const group of equalOnes(due)) await Promise.all(group.map(send));
}

function equalOnes(due: Waiting[]): Waiting[][] {
  return [...Map.groupBy(due, ({ url, body }) => `${url} ${body}`).values()];
}

/** Status and text of the answer; without one the status is 0. Not `fetch`, which cannot choose the address it sends from. */
function post(url: string, body: string, isElsewhere: boolean): Promise<[number, string]> {
  return new Promise((done) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        signal: AbortSignal.timeout(10_000),
        agent: false,
        ...(isElsewhere && { localAddress: '127.0.0.2' }),
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => done([answer.statusCode ?? 0, Buffer.concat(parts).toString('utf8')]));
        answer.on('error', () => done([0, '']));
      },
    );
    sent.on('error', () => done([0, '']));
    sent.end(body);
  });
}
