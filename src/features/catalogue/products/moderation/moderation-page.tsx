import { useRouter } from 'next/router';
import { useShopId } from '@/lib/session/shop-id';
import { OwnReviews } from './own-reviews';
import { ReviewQueue } from './review-queue';

/** Moderation: the administrator's queue, or the submissions of one shop. */
export function ModerationPage() {
  const { query } = useRouter();
  const shop = typeof query.shop === 'string' ? query.shop : undefined;
  const shopId = useShopId(shop);
  return shop === undefined ? <ReviewQueue /> : <OwnReviews shop={shop} shopId={shopId} />;
}
