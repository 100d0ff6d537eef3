// Addresses of searches.

import { parseSearch } from '../../model/search.ts'
import { hashOfNarrow } from '../addresses.ts'
import { model } from '../here.ts'

/** @param text as it stands in the search field: words and operators */
export const searchHash = (text: string) => hashOfNarrow(parseSearch(text, model.names))
