import { type ImportField, importFields } from '@/contract/products/imports';
import { wordsOf } from '../words';

/** What files call the fields beside the names of the dialect (reference rules) and our own words for them. */
const aliases: Partial<Record<ImportField, readonly string[]>> = {
  name: [
    'наименование',
    'название товара',
    'наименование товара',
    'товар',
    'product',
    'product name',
    'title',
  ],
  slug: ['адрес', 'адрес страницы', 'url', 'чпу', 'handle', 'ссылка'],
  sku: ['артикул', 'код', 'код товара', 'артикул товара', 'vendor code', 'vendorcode', 'article'],
  barcode: ['штрихкод', 'штрих код', 'штрих-код', 'ean', 'ean13', 'gtin', 'upc'],
  description: ['описание', 'описание товара', 'полное описание', 'body html'],
  type: ['группа', 'тип', 'type_id', 'type slug', 'group'],
  categories: ['категория', 'категории', 'раздел', 'разделы', 'category'],
  tags: ['тег', 'теги', 'метки', 'tag'],
  author: ['автор', 'author_id'],
  manufacturer: ['производитель', 'бренд', 'марка', 'изготовитель', 'brand', 'vendor', 'manufacturer_id'],
  unit: ['единица', 'единица измерения', 'ед изм', 'ед'],
  price: ['цена', 'цена продажи', 'розничная цена', 'regular price', 'стоимость'],
  sale_price: ['цена со скидкой', 'цена распродажи', 'акционная цена', 'новая цена', 'sale'],
  quantity: ['количество', 'остаток', 'остатки', 'кол во', 'наличие', 'stock', 'qty'],
  status: ['статус', 'публикация'],
  product_type: ['вид', 'вид товара', 'kind'],
  image: [
    'картинка',
    'изображение',
    'фото',
    'главное фото',
    'основное фото',
    'picture',
    'photo',
    'image url',
  ],
  gallery: ['галерея', 'картинки', 'изображения', 'дополнительные фото', 'фотографии', 'images', 'photos'],
  video: ['видео', 'видеоролик'],
  height: ['высота'],
  width: ['ширина'],
  length: ['длина', 'глубина'],
  weight: ['вес', 'масса'],
  vat_rate: ['ндс', 'ставка ндс', 'vat'],
  requires_marking: ['маркировка', 'честный знак'],
  is_taxable: ['облагается налогом', 'taxable'],
  in_stock: ['в наличии', 'продается'],
  is_digital: ['цифровой', 'цифровой товар', 'digital'],
  is_external: ['внешний', 'внешний товар', 'external'],
  external_product_url: ['ссылка на внешний товар', 'внешняя ссылка', 'external url'],
  external_product_button_text: ['текст кнопки', 'button text'],
  low_stock_threshold: ['порог остатка', 'мало это', 'минимальный остаток'],
  meta_title: ['seo заголовок', 'seo title', 'метазаголовок'],
  meta_description: ['seo описание', 'seo description', 'метаописание'],
  parent: [
    'родитель',
    'основной товар',
    'товар варианта',
    'parent sku',
    'артикул товара родителя',
    'product_id',
  ],
  is_disable: ['отключен', 'disabled'],
  options: ['вариант', 'варианты', 'характеристики', 'свойства', 'variation', 'attributes'],
};

/** Which column of a file is which field, as far as its headings tell; each field once, the first column wins. */
export async function guessMapping(headings: readonly string[]): Promise<Record<string, ImportField>> {
  const known = await knownNames();
  const mapping: Record<string, ImportField> = {};
  const used = new Set<ImportField>();
  for (const [index, heading] of headings.entries()) {
    const field = known.get(plainName(heading));
    if (!field || used.has(field)) continue;
    mapping[index] = field;
    used.add(field);
  }
  return mapping;
}

/** What a field is called in a language: headings of files that we write, and what the screen offers. */
export async function fieldNames(language: string): Promise<Record<ImportField, string>> {
  const words = await wordsOf(language, 'form');
  const entries = importFields.map((field) => [field, words(`products.import.fields.${field}`)]);
  return Object.fromEntries(entries);
}

async function knownNames(): Promise<Map<string, ImportField>> {
  const ru = await fieldNames('ru');
  const en = await fieldNames('en');
  const known = new Map<string, ImportField>();
  const add = (name: string, field: ImportField) => {
    if (!known.has(plainName(name))) known.set(plainName(name), field);
  };
  // Exact names first: an alias of one field may be the name of another.
  for (const field of importFields) for (const name of [field, ru[field], en[field]]) add(name, field);
  for (const field of importFields) for (const name of aliases[field] ?? []) add(name, field);
  return known;
}

/** Headings differ by case, by ё, by what stands in brackets or behind a comma: «Цена, руб.», «Вес (кг)». */
export function plainName(heading: string): string {
  return heading
    .toLocaleLowerCase('ru')
    .replaceAll('ё', 'е')
    .replace(/\([^)]*\)|,.*$|\*/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
