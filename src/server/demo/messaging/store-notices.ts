import { typed } from '@/server/demo/typed';
import noticesData from './store-notices.json';
export interface DemoNotice {
  /** Key of the author: an administrator writes to vendors, an owner to own shops. */
  author: string;
  priority: 'high' | 'medium' | 'low';
  type: 'all_vendor' | 'specific_vendor' | 'all_shop' | 'specific_shop';
  /** Keys of people or shops for the specific types. */
  to?: string[];
  notice: string;
  description: string;
  /** First and last day, relative to today. */
  days: [from: number, to: number];
  english?: [notice: string, description: string];
  /** Keys of people who have read it. */
  readBy?: string[];
}

export const notices = typed<readonly DemoNotice[]>(noticesData);
