import { staffs } from '@/contract/shops/staffs';
import { resourcePage } from '@/crud/resource-page';
import { lazy } from '@/shell/define-page';

const Form = lazy(() => import('@/features/shops/staffs/staff-form'), 'StaffForm');

export default resourcePage(staffs, { Form });
