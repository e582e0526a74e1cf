import { Skeleton } from '@/components/ui/skeleton';
import type { Product } from '@/contract/catalogue/products/schema';
import { ProductCard } from './product-card';
import { usePosWord } from './use-till-word';

// Six across on the widest screens; two where the menu leaves little room (reference pages §8.1).
const columns =
  'grid grid-cols-1 gap-3 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-2 xl:grid-cols-4 2xl:grid-cols-6';

/** The products of a page. */
export function ProductGrid({ products }: { products: readonly Product[] }) {
  const word = usePosWord();
  return (
    <ul aria-label={word('title')} className={columns}>
      {products.map((product) => (
        <ProductCard key={product.id} product={product} />
      ))}
    </ul>
  );
}

/** Cards that are still on their way. */
export function GridSkeleton() {
  return (
    <div className={columns}>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
        <Skeleton key={key} className="h-36 rounded-card! sm:h-72 lg:h-36 xl:h-72" />
      ))}
    </div>
  );
}
