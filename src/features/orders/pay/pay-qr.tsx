import { useTranslation } from 'next-i18next/pages';
import { qrModules } from '@/lib/format/qr-code';
import { qrPath } from '@/lib/format/qr-path';

/** The provider's link for the camera of another device; a phone has the button. */
export function PayQr({ url }: { url: string }) {
  const { t } = useTranslation('payments');
  const modules = qrModules(url);
  const side = modules.length + 8;
  return (
    <figure className="grid justify-items-center gap-1.5 phone:hidden">
      <svg
        role="img"
        aria-label={t('payments:payments.pay.code')}
        viewBox={`-4 -4 ${side} ${side}`}
        shapeRendering="crispEdges"
        className="size-44 rounded-control border border-line bg-white"
      >
        {/* Scanners need contrast: black on white in dark mode, too. */}
        <rect x="-4" y="-4" width={side} height={side} fill="#ffffff" />
        <path d={qrPath(modules)} fill="#000000" />
      </svg>
      <figcaption className="text-center text-small text-ink-second">
        {t('payments:payments.pay.scan')}
      </figcaption>
    </figure>
  );
}
