/** Requests by title, with the limit of their 95th percentile in milliseconds. */
type Kind = [title: string, budget: number, address: (run: number) => string, token?: string];

const periods = ['today', '7', '30', '90', 'year'];

/** Every dashboard widget of an administrator, an owner, staff and of the largest shop, over all periods in turn. */
export function dashboardKinds(
  shop: string,
  { admin, owner, staff }: Record<'admin' | 'owner' | 'staff', string>,
): Kind[] {
  const whose: [string, string, string][] = [
    ['dashboard', '', admin],
    ['dashboard of a large shop', `&shop_id=${shop}`, admin],
    ["an owner's dashboard", '', owner],
  ];
  const period = (run: number) => `period=${periods[run % periods.length]}`;
  const counts = ['figures', 'statuses', 'waiting'];
  return [
    ...whose.flatMap(([title, scope, token]): Kind[] => [
      ...[...counts, 'sales', 'balance'].map((part): Kind => {
        return [`${title}: ${part}`, 25, (run) => `analytics/${part}?${period(run)}${scope}`, token];
      }),
      [`${title}: dialect`, 25, () => `analytics?${scope.slice(1)}`, token],
      ...['low-stock-products', 'popular-products', 'top-rate-product'].map((part): Kind => {
        return [`${title}: ${part}`, 25, () => `${part}?limit=5${scope}`, token];
      }),
      ...['category-wise-product', 'category-wise-product-sale'].map((part): Kind => {
        return [`${title}: ${part}`, 25, () => `${part}?limit=5${scope}`, token];
      }),
    ]),
    ["an owner's shops", 25, (run) => `analytics/shops?${period(run)}`, owner],
    ...counts.map(
      (part): Kind => [`staff's ${part}`, 25, (run) => `analytics/${part}?${period(run)}`, staff],
    ),
  ];
}
