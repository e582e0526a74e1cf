import { typed } from '@/server/demo/typed';
import talksData from './talks.json';
/** A message of the demo: who, how many minutes after the one before, what. */
export type DemoMessage = [author: string, minutes: number, body: string];

export interface DemoTalk {
  kind: 'customer' | 'admin';
  /** Of `shops.ts`. */
  shop: string;
  /** Of `shops.ts`, or the e-mail of a customer; absent for the administration. */
  user?: string;
  /** When it began, in hours before now. */
  age: number;
  messages: DemoMessage[];
  /** How many of the last messages each side has not read. */
  unread?: { user?: number; shop?: number };
}

/** Conversations of the demo marketplace. */
export const talks = typed<readonly DemoTalk[]>(talksData);
