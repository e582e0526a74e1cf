import { typed } from '@/server/demo/typed';
import peopleData from './people.json';
import shopsData from './shops.json';
/** A person of the demo. Those that `npm start` prints come first; all have the demo password. */
export interface DemoPerson {
  key: string;
  name: string;
  email: string;
  role: 'super_admin' | 'store_owner' | 'staff' | 'customer';
  /** Key of the ready role that limits a person of the team. */
  team?: string;
  contact: string;
  /** Days since registration; random by default. */
  age?: number;
}

export interface DemoShop {
  key: string;
  owner: string;
  name: string;
  description: string;
  isActive: boolean;
  /** Days since it was opened. */
  age: number;
  /** Background and figure of the drawn logo. */
  colours: [string, string];
  figure: 'cup' | 'jar' | 'weave' | 'toy' | 'book' | 'gem' | 'tree' | 'knit' | 'pot';
}

export const people = typed<readonly DemoPerson[]>(peopleData);

export const shops = typed<readonly DemoShop[]>(shopsData);

/** Where the demo's staff member works, at first in the first shop; in the other as its accountant. */
export const workplaces: readonly { person: string; shop: string; role?: string }[] = [
  { person: 'staff', shop: 'tea' },
  { person: 'staff', shop: 'linen', role: 'shop-accountant' },
];
