import type { Clock } from './world';

/** `send`: at once; `hold`: until they are released; `lose`: never; `twice`: two at the same time. */
const modes = ['send', 'hold', 'lose', 'twice'] as const;

type Mode = (typeof modes)[number];

interface Waiting {
  url: string;
  body: string;
  due: number;
  /** Sending ends here, after 24 hours. */
  until: number;
}

interface Rules {
  isConfirmed: (status: number, text: string) => boolean;
  repeatMs: number;
}

const dayMs = 86_400_000;

/** Webhooks of a stand-in: repeated by its clock until the shop confirms them, late, lost, twice or in another order. */
export function openWebhooks(clock: Clock) {
  let rules: Rules = { isConfirmed: (status) => status === 200, repeatMs: 600_000 };
  let mode: Mode = 'send';
  let delayMs = 0;
  /** Before the answer to the request that caused them. */
  let areFirst = false;
  let waiting: Waiting[] = [];
  let held: Waiting[] = [];
  const underWay = new Set<Promise<unknown>>();

  /** One after another by the caller; the end of the service waits for all. */
  const track = async (sending: Promise<unknown>[]) => {
    const all = Promise.all(sending);
    underWay.add(all);
    await all;
    underWay.delete(all);
  };
  const add = (one: Waiting) => {
    if (mode === 'lose') return;
    if (mode === 'hold') held.push(one);
    else waiting.push(one, ...(mode === 'twice' ? [{ ...one }] : []));
  };
  return {
    setRules: (given: Rules) => {
      rules = given;
    },
    /** The body is as of now: what is sent late shows an old state. */
    notify: (url: string | undefined, body: unknown) => {
      const now = clock.now();
      if (url) add({ url, body: JSON.stringify(body), due: now + delayMs, until: now + delayMs + dayMs });
    },
    set: (command: Record<string, unknown>) => {
      mode = modes.find((one) => one === command.mode) ?? mode;
      delayMs = typeof command.delayMs === 'number' ? command.delayMs : delayMs;
      areFirst = command.first === true;
      return { mode, delayMs, first: areFirst, held: held.length };
    },
    ended: () => Promise.all(underWay),
    areFirst: () => areFirst,
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
      for (const group of equalOnes(due))
        await track(
          group.map(async (one) => {
            const isDone = await post(one, rules);
            const next = now + rules.repeatMs;
            if (!isDone && next <= one.until) waiting.push({ ...one, due: next });
          }),
        );
    },
  };
}

export type Webhooks = ReturnType<typeof openWebhooks>;

function equalOnes(due: Waiting[]): Waiting[][] {
  return [...Map.groupBy(due, ({ url, body }) => `${url} ${body}`).values()];
}

async function post({ url, body }: Waiting, { isConfirmed }: Rules): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(10_000),
    });
    return isConfirmed(answer.status, await answer.text());
  } catch {
    return false;
  }
}
