import { myStaffs } from '@/contract/shops/staffs';
import { resourcePage } from '@/crud/resource-page';
import { MyStaffsList } from '@/features/shops/staffs/my-staffs-list';

export default resourcePage(myStaffs, { List: MyStaffsList });
