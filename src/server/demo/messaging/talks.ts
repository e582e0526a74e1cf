import { typed } from '@/server/demo/typed';
import talksData from './talks.json';
/** A message of the demo: side, minutes after the previous one, text. */
export type DemoMessage = [author: string, minutes: number, body: string];

export interface DemoTalk {
  kind: 'customer' | 'admin';
  /** Key in `shops.ts`. */
  shop: string;
  /** Key in `shops.ts`, or the e-mail of a customer; absent for the administration. */
  user?: string;
  /** Start, in hours before now. */
  age: number;
  messages: DemoMessage[];
  unread?: { user?: number; shop?: number };
}

/** Conversations of the demo marketplace. */
export const talks = typed<readonly DemoTalk[]>(talksData);
