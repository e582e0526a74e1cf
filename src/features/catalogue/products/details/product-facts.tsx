import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { FileButton } from '@/components/media/file-button';
import { Card } from '@/components/ui/card';
import { Chips } from '@/components/ui/chips';
import { OutLink } from '@/components/ui/external-link';
import { FactList } from '@/components/ui/fact-list';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import { useCan } from '@/lib/api/capabilities';
import { formatDateTime, formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';

/** What is looked at every day; the rest is behind «Подробно». */
const dailyFacts = [
  ...['price', 'quantity', 'reserved', 'sold', 'sku', 'barcode', 'shop', 'categories', 'rating', 'sale'],
  ...['marking', 'file'],
];

interface ProductFactsProps {
  product: ProductDetails;
  /** Those of a day, or the others. */
  isDaily: boolean;
}

/** Price, stock and classification of a product; empty lines are left out. */
export function ProductFacts({ product, isDaily }: ProductFactsProps) {
  const { t, i18n } = useTranslation('catalogue');
  const hasFile = useCan('digital-files');
  const number = (value: number) => formatNumber(value, i18n.language);
  const names = (stubs: readonly { name: string }[]) =>
    stubs.length > 0 ? <Chips names={stubs.map(({ name }) => name)} /> : null;
  const sizes = [product.length, product.width, product.height];
  const facts: Record<string, ReactNode> = {
    price: <Price product={product} />,
    quantity: `${number(product.quantity)} · ${product.unit}`,
    reserved: product.reserved !== undefined && number(product.reserved),
    sold: number(product.sold_quantity),
    sku: product.sku,
    barcode: product.barcode,
    shop: product.shop?.name,
    type: product.type?.name,
    categories: names(product.categories),
    tags: names(product.tags),
    author: product.author?.name,
    manufacturer: product.manufacturer?.name,
    rating:
      product.total_reviews > 0 &&
      t('catalogue:products.details.rating-of', {
        rating: number(product.ratings),
        count: product.total_reviews,
      }),
    sale: product.flash_sale?.title,
    sizes:
      sizes.some((size) => size !== null) &&
      t('catalogue:products.details.centimetres', {
        sizes: sizes.map((size) => (size === null ? '—' : number(size))).join(' × '),
      }),
    weight:
      product.weight !== null &&
      t('catalogue:products.details.kilograms', { weight: number(product.weight) }),
    delivery: product.delivery_class?.name,
    box: product.box?.name,
    vat: product.vat_rate && t(`catalogue:products.details.vat-rates.${product.vat_rate}`),
    marking: product.requires_marking && t('catalogue:products.details.marking-needed'),
    file: hasFile && product.digital_file && (
      <FileButton path={`products/${product.id}/digital-file`} name={product.digital_file.file_name} />
    ),
    external: product.external_product_url && <OutLink address={product.external_product_url} />,
    created: formatDateTime(product.created_at, i18n.language),
    updated: formatDateTime(product.updated_at, i18n.language),
  };
  return (
    <Card>
      <FactList
        isStacked
        facts={Object.entries(facts)
          .filter(([key]) => dailyFacts.includes(key) === isDaily)
          .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
          .map(([key, value]) => ({ key, label: t(`catalogue:products.details.facts.${key}`), value }))}
      />
    </Card>
  );
}

function Price({ product }: { product: ProductDetails }) {
  const money = useMoney();
  if (product.product_type === 'variable') {
    const { min_price: least, max_price: most } = product;
    if (least === null || most === null) return '—';
    return (
      <span className="font-medium">
        {least === most ? money(least) : `${money(least)} – ${money(most)}`}
      </span>
    );
  }
  const paid = product.effective_price;
  return (
    <span className="font-medium">
      {product.price !== null && paid !== null && paid < product.price && (
        <s className="me-1.5 font-normal text-ink-second">{money(product.price)}</s>
      )}
      {money(paid ?? product.price ?? 0)}
    </span>
  );
}
