import { siteLink } from '@/contract/core/written-name';

interface OutLinkProps {
  address: string;
  /** Shows the whole address instead of the site's name. */
  isWhole?: boolean;
}

/** A link to another site, in a new tab; anything that is not a web address stays text. */
export function OutLink({ address, isWhole = false }: OutLinkProps) {
  const link = siteLink(address);
  if (!link) return <span className="break-words">{address}</span>;
  return (
    <a
      href={link.href}
      target="_blank"
      rel="noreferrer"
      title={address}
      dir="ltr"
      className="relative touch-target inline-block rounded-badge break-all text-accent-ink underline"
    >
      {isWhole ? address : link.host}
    </a>
  );
}
