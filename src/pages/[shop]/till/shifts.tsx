import { ShiftsPage } from '@/features/orders/till/shifts/shifts-page';
import { definePage } from '@/shell/define-page';

export default definePage(ShiftsPage, { titleKey: 'common:text-till-shifts', texts: ['orders', 'form'] });
