import { ImageOff } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import { fileUrl } from '@/lib/api/client';

/** The pictures of a product: one large, the others to be chosen from. */
export function ProductGallery({ product }: { product: ProductDetails }) {
  const { t } = useTranslation('form');
  const pictures = [...(product.image ? [product.image] : []), ...product.gallery];
  const [chosen, setChosen] = useState(0);
  const shown = pictures[chosen] ?? pictures[0];
  if (!shown) {
    return (
      <p className="flex items-center gap-2 rounded-card border border-dashed border-line p-6 text-ink-second">
        <ImageOff aria-hidden="true" className="size-5" />
        {t('form:products.details.no-pictures')}
      </p>
    );
  }
  return (
    <section className="flex gap-3 rounded-card border border-line bg-surface p-4 phone:flex-col">
      <img
        src={fileUrl(shown.original)}
        alt={product.name}
        className="aspect-square w-72 rounded-control bg-line-faint object-contain phone:w-full"
      />
      {pictures.length > 1 && (
        <ul className="flex flex-wrap content-start gap-2">
          {pictures.map((picture, index) => (
            <li key={picture.id}>
              <button
                type="button"
                aria-label={t('form:products.details.picture', { number: index + 1 })}
                aria-pressed={picture === shown}
                onClick={() => setChosen(index)}
                className={`block rounded-control border-2 ${picture === shown ? 'border-accent' : 'border-transparent'}`}
              >
                <img
                  src={fileUrl(picture.thumbnail)}
                  alt=""
                  className="size-16 rounded-control bg-line-faint object-cover"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
