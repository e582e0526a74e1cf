/** Tabs of the list of products: the search pairs of each. */
export const productTabs = {
  all: {},
  live: { status: 'publish,approved' },
  review: { status: 'under_review' },
  rejected: { status: 'rejected' },
  low: { stock: 'low,out' },
  drafts: { status: 'draft,unpublish' },
} as const satisfies Record<string, Record<string, string>>;

export type ProductTab = keyof typeof productTabs;

/** Tabs visible to the person: without moderation nothing waits, and only vendors see rejected products. */
export function tabsFor({ isAdmin, isReviewed }: { isAdmin: boolean; isReviewed: boolean }): ProductTab[] {
  const reviewed: ProductTab[] = isAdmin ? ['review'] : ['review', 'rejected'];
  return ['all', 'live', ...(isReviewed ? reviewed : []), 'low', 'drafts'];
}
