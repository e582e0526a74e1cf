import { typed } from '@/server/demo/typed';
import boxesData from './boxes.json';

/** Parcel boxes: name, length × width × height in centimetres, maximum load, own weight, price in roubles. */
type DemoBox = [
  name: string,
  length: number,
  width: number,
  height: number,
  maxWeight: number,
  weight: number | null,
  price: number | null,
  isActive?: boolean,
];

export const boxes = typed<readonly DemoBox[]>(boxesData);
