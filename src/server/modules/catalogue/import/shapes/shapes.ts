import { bitrix } from './bitrix';
import { plainHeading, type Shape } from './columns';
import { readGroups } from './groups';
import { moysklad } from './moysklad';
import { tilda } from './tilda';
import { woocommerce } from './woocommerce';

/** Whether a heading belongs to a shape, so that its column is kept among hundreds. */
export const isShapeHeading = (heading: string): boolean =>
  /^(?:attribute \d+ (?:name|value)|(?:название|значени\S*) атт?рибут\S* \d+|option ?\d (?:name|value)|характеристика ?:|свойство ?:|parent$|родительский$|id$|id товара$|id варианта$|handle$|url handle$|тип$|type$|код$|код товара модификации$|размер$|(?:ie|ic|cp|cv|catalog) |tilda uid$|parent uid$|editions$|modifications$)/.test(
    plainHeading(heading),
  );

/** The shape of a table by its headings (docs/formats: price lists and exports of shop systems); undefined for a plain one. */
export function shapeOf(headings: readonly string[]): Shape | undefined {
  const plain = headings.map(plainHeading);
  return woocommerce(plain) ?? moysklad(plain) ?? tilda(plain) ?? bitrix(plain) ?? readGroups(plain);
}
