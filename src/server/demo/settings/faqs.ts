import { typed } from '@/server/demo/typed';
import faqsData from './faqs.json';
export interface DemoFaq {
  /** Key of the shop; the whole marketplace by default. */
  shop?: string;
  title: string;
  text: string;
  english?: [title: string, text: string];
}

export const faqs = typed<readonly DemoFaq[]>(faqsData);
