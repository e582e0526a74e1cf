/** A SKU by which it is found and unique: `AB 15` and `ab15` are one (rules/catalogue: a SKU is unique within its shop). */
export const skuKey = (sku: string): string => sku.toLowerCase().replace(/\s+/g, '');

/** Whether it has signs that nobody can see, of which a person could not tell two SKUs apart. */
export const hasHiddenSigns = (sku: string): boolean => /\p{C}/u.test(sku);
