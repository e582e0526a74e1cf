import { deriveSaleState } from '@/contract/catalogue/products/sale-price';
import { couponState } from '@/contract/promotions/coupons/rules';
import { factsOfServer } from './facts';
import { fill, isJson, type Json, numberOrNull, numberOrZero, rowsIn } from './values';

/** Low-stock threshold for servers without one per product. */
const lowStock = 10;

/** A product in the shape that lists and its form expect. */
export function product(row: Json): Json {
  const chosen = rowsIn(row.variations).map(chosenValue);
  const options = rowsIn(row.variation_options).map((option) => variation(option, chosen));
  const price = numberOrNull(row.price);
  const sale = numberOrNull(row.sale_price);
  const effective = sale ?? price;
  const lowest = numberOrNull(row.min_price) ?? effective;
  const highest = numberOrNull(row.max_price) ?? effective;
  return fill(
    {
      ...row,
      price,
      sale_price: sale,
      min_price: lowest,
      max_price: highest,
      quantity: numberOrZero(row.quantity),
      sold_quantity: numberOrZero(row.sold_quantity),
      variations: chosen,
      variation_options: options,
      // The video address alone, not the whole row.
      video: rowsIn(row.video),
      height: numberOrNull(row.height),
      width: numberOrNull(row.width),
      length: numberOrNull(row.length),
    },
    {
      effective_price: effective,
      effective_min_price: lowest,
      effective_max_price: highest,
      gallery: [],
      categories: [],
      tags: [],
      related_products: [],
      rating_count: [],
      low_at: lowStock,
      variations_count: options.length,
      seo: {},
      flash_sale: null,
      in_stock: true,
      is_taxable: false,
      is_digital: false,
      is_external: false,
      has_waiting_change: false,
      ratings: 0,
      total_reviews: 0,
      requires_marking: false,
      weight: null,
      barcode: null,
      vat_rate: null,
      low_stock_threshold: null,
      preview_url: null,
      delivery_class: null,
      delivery_class_id: null,
      box: null,
      box_id: null,
      ...(factsOfServer().refusesIds && { address_key: row.slug }),
    },
  );
}

/** In the dialect `{id, value, attribute}` is the value itself; in our contract it refers to one by id. */
function chosenValue(value: Json): Json {
  const attribute = isJson(value.attribute)
    ? value.attribute
    : { id: value.attribute_id, name: '', slug: '' };
  return fill({ ...value, attribute, meta: value.meta ?? '' }, { attribute_value_id: value.id });
}

/** Finds the ids of a variation's values by name; unknown ones make up a combination of their own. */
function variation(option: Json, chosen: readonly Json[]): Json {
  const named = namesOf(option.options);
  const ids = named.map(
    ({ name, value }) =>
      chosen.find((one) => one.value === value && isJson(one.attribute) && one.attribute.name === name)
        ?.attribute_value_id,
  );
  const isKnown = ids.length > 0 && !ids.includes(undefined);
  return fill(
    {
      ...option,
      options: named,
      price: numberOrNull(option.price),
      sale_price: numberOrNull(option.sale_price),
      quantity: numberOrZero(option.quantity),
      sku: option.sku ?? '',
    },
    {
      value_ids: isKnown ? ids : [-numberOrZero(option.id)],
      title: named.map(({ value }) => value).join('/'),
      barcode: null,
      image: null,
      is_disable: false,
      is_digital: false,
      digital_file: null,
    },
  );
}

/** Reads `[{name, value}]`, also as JSON text. */
function namesOf(options: unknown): Json[] {
  if (typeof options !== 'string') return rowsIn(options);
  try {
    return rowsIn(JSON.parse(options));
  } catch {
    return [];
  }
}

export function attribute(row: Json): Json {
  const values = rowsIn(row.values).map((value) => fill(value, { meta: '' }));
  return fill({ ...row, values }, { shop: null, full_name: row.name });
}

export function group(row: Json): Json {
  const settings = isJson(row.settings) ? row.settings : {};
  const section = (key: string) =>
    fill(isJson(settings[key]) ? settings[key] : {}, { enable: false, title: '' });
  const handpicked = fill(section('handpickedProducts'), { enableSlider: false, products: [] });
  const sections = ['bestSelling', 'popularProducts', 'category', 'newArrival', 'authors', 'manufactures'];
  const all = Object.fromEntries(sections.map((key) => [key, section(key)]));
  return fill(
    {
      ...row,
      settings: { ...fill(settings, { isHome: false }), ...all, handpickedProducts: handpicked },
      promotional_sliders: [row.promotional_sliders ?? []].flat(),
    },
    { banners: [], is_home: settings.isHome === true, layout_type: settings.layoutType ?? '' },
  );
}

/** `parent` is an object, a name, an id or nothing. */
export function category(row: Json): Json {
  const parent = isJson(row.parent) ? row.parent : null;
  const id = parent?.id ?? row.parent_id ?? (typeof row.parent === 'number' ? row.parent : null);
  const named = parent ? { id, slug: null, ...parent } : null;
  return fill(
    { ...row, parent: named, parent_id: id },
    { banner_image: [], ancestors: named ? [named] : [], position: 0, children_count: 0, products_count: 0 },
  );
}

export function coupon(row: Json): Json {
  const terms = { ...row, usage_limit: null, usage_limit_per_user: null };
  return fill(row, {
    // The rules also need what coupons of the dialect contain.
    status: couponState(terms as never, new Date(), 0),
    used_count: 0,
    usage_limit: null,
    usage_limit_per_user: null,
    shop: null,
  });
}

export function flashSale(row: Json): Json {
  const dates = { start_date: String(row.start_date), end_date: String(row.end_date) };
  return fill(
    { ...row, ...(row.products !== undefined && { products: rowsIn(row.products).map(product) }) },
    {
      status: deriveSaleState({ ...dates, sale_status: row.sale_status === true }, new Date()),
      products_count: rowsIn(row.products).length,
      max_discount: 100,
    },
  );
}

export function flashSaleRequest(row: Json): Json {
  return fill(
    {
      ...row,
      products: rowsIn(row.products).map(product),
      flash_sale: isJson(row.flash_sale) ? flashSale(row.flash_sale) : null,
    },
    {
      status: row.request_status === true ? 'approved' : 'waiting',
      is_invitation: false,
      needs_consent: false,
      decided_at: null,
      shop: null,
      creator: null,
    },
  );
}
