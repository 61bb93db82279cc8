import { describePayingInLanguages } from '../support/paying-in-languages.ts'

describePayingInLanguages()
