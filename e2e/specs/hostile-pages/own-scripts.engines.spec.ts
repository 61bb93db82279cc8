/** Pages whose own scripts stand in the tag's way, in other engines. */
import { describeHostilePages } from '../../support/hostile-pages.ts'

describeHostilePages()
