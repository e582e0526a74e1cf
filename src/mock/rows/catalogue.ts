import type { AttributeValue } from '@/contract/catalogue/attribute-values/schema';
import type { Attribute } from '@/contract/catalogue/attributes/schema';
import type { Author } from '@/contract/catalogue/authors/schema';
import type { Category } from '@/contract/catalogue/categories/schema';
import { homeBlocks } from '@/contract/catalogue/groups/layout';
import type { Group } from '@/contract/catalogue/groups/schema';
import type { Manufacturer } from '@/contract/catalogue/manufacturers/schema';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { Tag } from '@/contract/catalogue/tags/schema';
import { toSlug } from '@/contract/core/slug';
import type { Shop } from '@/contract/shops/schema';
import attributeData from '@/server/demo/catalogue/attributes.json';
import authorData from '@/server/demo/catalogue/authors.json';
import categoryData from '@/server/demo/catalogue/categories.json';
import groupData from '@/server/demo/catalogue/groups.json';
import manufacturerData from '@/server/demo/catalogue/manufacturers.json';
import productData from '@/server/demo/catalogue/products.json';
import tagData from '@/server/demo/catalogue/tags.json';
import { shopIndex } from './people';
import { named, nth, numbered, stubOf, typed } from './row';

interface GroupData {
  name: string;
  icon: string;
  layout: Group['settings']['layoutType'];
  card: Group['settings']['productCard'];
  isHome?: boolean;
}

export function makeGroups(): Group[] {
  return numbered(
    typed<GroupData[]>(groupData).map(({ name, icon, layout, card, isHome = false }) => ({
      ...named(name),
      icon,
      settings: {
        isHome,
        layoutType: layout,
        productCard: card,
        ...blocks(),
        handpickedProducts: { enable: false, title: '', enableSlider: false, products: [] },
      },
      promotional_sliders: [],
      banners: [],
      is_home: isHome,
      layout_type: layout,
    })),
  );
}

function blocks() {
  const each = homeBlocks.map((key) => [key, { enable: true, title: '' }]);
  return Object.fromEntries(each) as Pick<Group['settings'], (typeof homeBlocks)[number]>;
}

export function makeTags(groups: readonly Group[]): Tag[] {
  return numbered(
    typed<{ name: string; details: string; icon: string }[]>(tagData).map(
      ({ name, details, icon }, index) => {
        const type = nth(groups, index);
        return { ...named(name), details, icon, image: null, type_id: type.id, type: stubOf(type) };
      },
    ),
  );
}

interface BranchData {
  name: string;
  details?: string;
  icon?: string;
  group?: string;
  children?: (BranchData | string)[];
}

export function makeCategories(groups: readonly Group[]): Category[] {
  const rows: Category[] = [];
  const add = (branch: BranchData, position: number, group: Group, parent: Category | null) => {
    const [bare] = numbered([{ ...named(branch.name), details: branch.details ?? null }]);
    if (!bare) return;
    const row: Category = {
      ...bare,
      id: rows.length + 1,
      icon: branch.icon ?? null,
      image: null,
      banner_image: [],
      type: stubOf(group),
      type_id: group.id,
      position,
      products_count: 0,
      parent: parent && stubOf(parent),
      parent_id: parent?.id ?? null,
      ancestors: parent ? [...parent.ancestors, stubOf(parent)] : [],
      children_count: branch.children?.length ?? 0,
    };
    rows.push(row);
    for (const [index, child] of (branch.children ?? []).entries())
      add(typeof child === 'string' ? { name: child } : child, index + 1, group, row);
  };
  for (const [index, branch] of typed<BranchData[]>(categoryData).entries())
    add(branch, index + 1, groups.find(({ name }) => name === branch.group) ?? nth(groups, 0), null);
  return rows;
}

export function makeAuthors(): Author[] {
  type AuthorData = Pick<Author, 'name' | 'bio' | 'quote' | 'languages' | 'born' | 'death'>;
  return numbered(
    typed<AuthorData[]>(authorData).map(({ name, bio, quote, languages, born, death }) => ({
      ...named(name),
      bio,
      quote,
      languages,
      born: born ?? null,
      death: death ?? null,
      image: null,
      cover_image: null,
      socials: [],
      is_approved: true,
      shop_id: null,
      shop: null,
      products_count: 0,
    })),
  );
}

export function makeManufacturers(groups: readonly Group[]): Manufacturer[] {
  type MakerData = { name: string; description: string; website?: string };
  return numbered(
    typed<MakerData[]>(manufacturerData).map(({ name, description, website = null }, index) => ({
      ...named(name),
      description,
      website,
      image: null,
      cover_image: null,
      socials: [],
      is_approved: true,
      type_id: nth(groups, index).id,
      type: stubOf(nth(groups, index)),
      shop_id: null,
      shop: null,
      products_count: 0,
    })),
  );
}

export function makeAttributes(shops: readonly Shop[]): Attribute[] {
  type AttributeData = { name: string; shop?: string; values: [string, string][] };
  let values = 0;
  return numbered(
    typed<AttributeData[]>(attributeData).map(({ name, shop: key, values: texts }, index) => {
      const shop = nth(shops, shopIndex(key));
      return {
        name,
        slug: `${toSlug(name)}-${index + 1}`,
        shop_id: shop.id,
        shop: stubOf(shop),
        full_name: `${name} (${shop.name})`,
        values: texts.map(([value, meta]) => {
          values += 1;
          return { id: values, slug: toSlug(value), attribute_id: index + 1, value, meta, language: 'ru' };
        }),
      };
    }),
  );
}

export function makeAttributeValues(attributes: readonly Attribute[]): AttributeValue[] {
  return numbered(
    attributes.flatMap((attribute) =>
      attribute.values.map(({ id, slug, value, meta }) => ({
        id,
        slug,
        value,
        meta,
        attribute_id: attribute.id,
        shop: attribute.shop,
        attribute: { ...stubOf(attribute), full_name: attribute.full_name },
      })),
    ),
  );
}

type Status = ProductDetails['status'];

interface KindData {
  shop: string;
  about: string;
  unit: string;
  items: [string, number, number, { sale?: number; status?: Status }?][];
}

interface Surroundings {
  shops: readonly Shop[];
  groups: readonly Group[];
  categories: readonly Category[];
  tags: readonly Tag[];
}

export function makeProducts({ shops, groups, categories, tags }: Surroundings): ProductDetails[] {
  const items = typed<KindData[]>(productData).flatMap((kind) => kind.items.map((item) => ({ kind, item })));
  return numbered(
    items.map(({ kind, item: [name, price, quantity, more] }, index) => {
      const { sale = null, status = 'publish' as Status } = more ?? {};
      const shop = nth(shops, shopIndex(kind.shop));
      const type = nth(groups, shop.id);
      return {
        name,
        slug: `${toSlug(name)}-${index + 1}`,
        unit: kind.unit,
        description: `<p>${kind.about}</p>`,
        shop_id: shop.id,
        shop: stubOf(shop),
        type_id: type.id,
        type: stubOf(type),
        price,
        sale_price: sale,
        effective_price: sale ?? price,
        quantity,
        status,
        sku: `MOCK-${index + 1}`,
        categories: [stubOf(nth(categories, index))],
        tags: [stubOf(nth(tags, index))],
        sold_quantity: index,
        in_stock: quantity > 0,
        ...plainProduct,
      };
    }),
  );
}

/** Common fields of the mock's products: simple goods without variations, files and deals. */
const plainProduct = {
  product_type: 'simple' as const,
  effective_min_price: null,
  effective_max_price: null,
  min_price: null,
  max_price: null,
  is_digital: false,
  low_at: 10,
  variations_count: 0,
  has_waiting_change: false,
  image: null,
  gallery: [],
  in_flash_sale: false,
  flash_sale: null,
  barcode: null,
  video: [],
  author_id: null,
  author: null,
  manufacturer_id: null,
  manufacturer: null,
  height: null,
  width: null,
  length: null,
  weight: null,
  is_taxable: false,
  vat_rate: null,
  requires_marking: false,
  delivery_class_id: null,
  delivery_class: null,
  box_id: null,
  box: null,
  low_stock_threshold: null,
  digital_file: null,
  preview_url: null,
  is_external: false,
  external_product_url: null,
  external_product_button_text: null,
  seo: {},
  variations: [],
  variation_options: [],
  ratings: 0,
  total_reviews: 0,
  rating_count: [],
  related_products: [],
};
