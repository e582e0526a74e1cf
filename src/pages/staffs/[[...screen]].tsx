import dynamic from 'next/dynamic';
import { staffs } from '@/contract/shops/staffs';
import { resourcePage } from '@/crud/resource-page';

const Form = dynamic(() => import('@/features/shops/staffs/staff-form').then((module) => module.StaffForm));

export default resourcePage(staffs, { Form });
