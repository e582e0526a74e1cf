import { setTimeout as wait } from 'node:timers/promises';

const evenMs = 250;

/** Makes every answer take the same time: its duration must not reveal which accounts exist. */
export async function withConstantTime<Answer>(work: Promise<Answer>): Promise<Answer> {
  const [answer] = await Promise.all([work, wait(evenMs)]);
  return answer;
}
