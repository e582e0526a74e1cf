import type { FieldValues } from 'react-hook-form';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { ProductStatus } from '@/contract/catalogue/products/moderation';
import type { Stub } from '@/contract/core/define';
import { figureText } from '@/crud/form/form-values';
import { matrixValues } from '@/features/catalogue/products/variations/matrix';

/** A related record as picker option. */
const toOption = (one: Stub | null | undefined) => (one ? { id: one.id, label: one.name } : null);
const toOptions = (all: readonly Stub[] | undefined) =>
  (all ?? []).map(({ id, name }) => ({ id, label: name }));

/** SEO and Open Graph texts, in the order of the form. */
export const seoTexts = ['metaTitle', 'metaDescription', 'canonicalUrl', 'ogTitle', 'ogDescription'] as const;

/**
 * Form values of a product under their wire names, numbers formatted for the language. `statuses` are those the
 * form offers; any other stored status leaves the choice empty.
 */
export function productValues(
  product: ProductDetails | undefined,
  language: string,
  statuses: readonly ProductStatus[],
): FieldValues {
  const figure = (value: number | null | undefined) => figureText(value, language);
  return {
    ...textValues(product),
    product_type: product?.product_type ?? 'simple',
    price: figure(product?.price),
    sale_price: figure(product?.sale_price),
    quantity: product ? String(product.quantity) : '',
    quantity_reason: '',
    low_stock_threshold: figure(product?.low_stock_threshold),
    height: figure(product?.height),
    width: figure(product?.width),
    length: figure(product?.length),
    weight: figure(product?.weight),
    ...relationValues(product),
    characteristics: (product?.characteristics ?? []).map(({ attribute_id, name, value }) => ({
      ...(attribute_id !== undefined && { attribute_id }),
      name,
      value,
    })),
    image: product?.image ?? null,
    gallery: product?.gallery ?? [],
    video: (product?.video ?? []).map(({ url }) => ({ url })),
    vat_rate: product?.vat_rate ?? defaultVatOption,
    requires_marking: product?.requires_marking ?? false,
    is_free: product?.is_free ?? false,
    is_digital: product?.is_digital ?? false,
    digital_file: product?.digital_file
      ? { attachment_id: product.digital_file.attachment_id, file_name: product.digital_file.file_name }
      : null,
    is_external: product?.is_external ?? false,
    seo: {
      ...Object.fromEntries(seoTexts.map((key) => [key, product?.seo?.[key] ?? ''])),
      ogImage: product?.seo?.ogImage ?? null,
    },
    status: offeredStatus(product?.status, statuses),
    matrix: matrixValues(product, language),
    // Derived from the matrix on save; here they only hold the server's errors.
    variations: [],
    variation_options: { upsert: [], delete: [] },
  };
}

/** Select option for "no own rate". */
export const defaultVatOption = 'usual';

function textValues(product: ProductDetails | undefined): FieldValues {
  const keys = [
    'name',
    'slug',
    'description',
    'unit',
    'sku',
    'barcode',
    'preview_url',
    'external_product_url',
    'external_product_button_text',
  ] as const;
  return Object.fromEntries(keys.map((key) => [key, product?.[key] ?? '']));
}

function relationValues(product: ProductDetails | undefined): FieldValues {
  return {
    type_id: toOption(product?.type),
    categories: toOptions(product?.categories),
    tags: toOptions(product?.tags),
    author_id: toOption(product?.author),
    manufacturer_id: toOption(product?.manufacturer),
    delivery_class_id: toOption(product?.delivery_class),
    box_id: toOption(product?.box),
  };
}

/** `approved` is an alias of `publish`. */
function offeredStatus(status: ProductStatus | undefined, statuses: readonly ProductStatus[]): string {
  if (status === undefined) return 'draft';
  const plain = status === 'approved' ? 'publish' : status;
  return statuses.includes(plain) ? plain : '';
}
