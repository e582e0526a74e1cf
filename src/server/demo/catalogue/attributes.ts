import { typed } from '@/server/demo/typed';
import attributesData from './attributes.json';

/** A value with its meta and, if translated, its English text. */
type DemoValue = [value: string, meta: string, english?: string];

interface DemoAttribute {
  shop: string;
  name: string;
  english?: string;
  values: readonly DemoValue[];
}

export const attributes = typed<readonly DemoAttribute[]>(attributesData);
