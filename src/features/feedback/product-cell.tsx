import { Thumbnail } from '@/components/media/thumbnail';
import { Link } from '@/components/ui/link';
import { WrittenText } from '@/components/ui/written-text';
import { isAllowed } from '@/contract/core/permissions';
import { screenAccess } from '@/contract/family-pages';
import type { FeedbackProduct } from '@/contract/feedback/subject';
import { usePermissions } from '@/lib/session/me';
import { productUrl } from '@/lib/storefront';
import { useSettings } from '@/state/settings';

interface ProductCellProps {
  /** What was written about it. */
  row: { product: FeedbackProduct | null; shop?: { name: string } | null };
  /** The shop of the current page; elsewhere a second, grey line names it. */
  shop: string | undefined;
}

/** The reviewed product, linked to the storefront or to its panel page. */
export function ProductCell({ row: { product, shop: own }, shop }: ProductCellProps) {
  const { siteLink } = useSettings();
  const permissions = usePermissions();
  if (!product) return null;
  const { name, slug, image } = product;
  const outside = slug ? productUrl(siteLink, slug) : undefined;
  const isOpen = isAllowed(screenAccess('products', 'details', shop !== undefined) ?? [], permissions);
  const inside =
    slug && isOpen ? `${shop ? `/${encodeURIComponent(shop)}` : ''}/products/${slug}` : undefined;
  const text = <WrittenText className="line-clamp-2 break-words" text={name} />;
  const look = 'relative touch-target block rounded-badge font-medium hover:text-accent-ink hover:underline';
  return (
    <span className="flex max-w-72 min-w-40 items-center gap-3 phone:max-w-none phone:min-w-0">
      <Thumbnail path={image?.thumbnail} title={name} />
      <span className="min-w-0">
        {outside && (
          <a href={outside} target="_blank" rel="noreferrer" className={look}>
            {text}
          </a>
        )}
        {!outside && inside && (
          <Link href={inside} className={look}>
            {text}
          </Link>
        )}
        {!outside && !inside && <span className="block font-medium">{text}</span>}
        {shop === undefined && own && (
          <WrittenText className="mt-px line-clamp-1 text-small break-all text-ink-second" text={own.name} />
        )}
      </span>
    </span>
  );
}
