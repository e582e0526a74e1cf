interface BrandProps {
  title: string;
  /** Logo from the settings; the product's own mark by default. */
  logoUrl?: string | undefined;
  /** Its dark-mode variant. */
  darkLogoUrl?: string | undefined;
  isMini?: boolean;
}

/** Mark and name of the site. The mark is an arcade, the street front of a гостиный двор. */
export function Brand({ title, logoUrl, darkLogoUrl, isMini = false }: BrandProps) {
  // A wide logo keeps its width; the collapsed menu has no room for it.
  const size = `h-7 w-auto shrink-0 rounded-[8px] object-contain ${isMini ? 'max-w-10' : 'max-w-35'}`;
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5">
      {logoUrl ? (
        <>
          <img src={logoUrl} alt="" className={`${size} ${darkLogoUrl ? 'dark:hidden' : ''}`} />
          {darkLogoUrl && <img src={darkLogoUrl} alt="" className={`${size} hidden dark:block`} />}
        </>
      ) : (
        <Mark />
      )}
      <span className={isMini ? 'sr-only' : 'truncate text-card font-bold text-ink'}>{title}</span>
    </span>
  );
}

function Mark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-7 shrink-0">
      <rect width="32" height="32" rx="9" fill="#2f5bea" />
      <path
        d="M8 23.5v-9.2a4 4 0 0 1 8 0 4 4 0 0 1 8 0v9.2M16 14.3v9.2M7.5 7.8h17"
        fill="none"
        stroke="#fff"
        strokeWidth="2.3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
