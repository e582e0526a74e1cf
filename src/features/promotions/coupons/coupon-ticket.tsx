import { Check, Copy } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { Coupon } from '@/contract/promotions/coupons/schema';
import { fileUrl } from '@/lib/api/client';
import { useCouponWords } from './use-coupon-words';

/** A coupon as the customer sees it: offer, conditions and the code to copy. */
export function CouponTicket({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation('promotions');
  const words = useCouponWords();
  const { type, amount, minimum_cart_amount, expire_at: until, code, image, description } = coupon;
  const terms = { type, amount: amount ?? 0 };
  return (
    <section className="flex flex-wrap items-stretch overflow-hidden rounded-card border border-line bg-surface">
      {image && (
        <img src={fileUrl(image.thumbnail)} alt="" className="w-36 bg-line-faint object-cover phone:w-full" />
      )}
      <div className="min-w-0 flex-1 basis-60 p-4 desk:p-5">
        <p className="text-title font-[650]">{words.gift(terms)}</p>
        <p className="mt-0.5 text-ink-second">
          {words.summary({ ...terms, minimum: minimum_cart_amount ?? 0, until })}
        </p>
        {description && <p className="mt-3 break-words whitespace-pre-line">{description}</p>}
      </div>
      <div className="flex flex-col items-center justify-center gap-2 border-s border-dashed border-line bg-accent-soft px-6 py-4 phone:w-full phone:border-s-0 phone:border-t">
        <code dir="ltr" className="text-card font-semibold tracking-wide break-all text-accent-ink">
          {code}
        </code>
        <CopyCode
          code={code}
          label={t('promotions:coupons.card.copy')}
          done={t('promotions:coupons.card.copied')}
        />
      </div>
    </section>
  );
}

function CopyCode({ code, label, done }: { code: string; label: string; done: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    setCopied(true);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <Button size="small" icon={<Icon className="size-4" />} onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? done : label}</span>
    </Button>
  );
}
