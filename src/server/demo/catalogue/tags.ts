import type { SwatchFigure } from '@/server/demo/pictures';
import { typed } from '@/server/demo/typed';
import tagsData from './tags.json';

export interface DemoTag {
  name: string;
  details: string;
  icon: string;
  english?: [name: string, details: string];
  /** A drawn picture: its colours and its figure. */
  picture?: [ground: string, figure: string, shape: SwatchFigure];
}

export const tags = typed<readonly DemoTag[]>(tagsData);
