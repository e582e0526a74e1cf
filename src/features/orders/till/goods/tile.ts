import type { TillGood } from '@/contract/orders/till';

/** A product as the counter offers it: itself, or its variations on sale. */
export interface Tile {
  id: number;
  goods: readonly [TillGood, ...TillGood[]];
}

/** One tile for each product, in the order of the goods. */
export function tilesOf(goods: readonly TillGood[]): Tile[] {
  const tiles = new Map<number, [TillGood, ...TillGood[]]>();
  for (const good of goods) {
    const tile = tiles.get(good.product_id);
    if (tile) tile.push(good);
    else tiles.set(good.product_id, [good]);
  }
  return [...tiles].map(([id, own]) => ({ id, goods: own }));
}

export const canBeSold = ({ left }: TillGood) => left > 0;
