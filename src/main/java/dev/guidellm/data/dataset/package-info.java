/// Data sets of many files, in folders and on the Hugging Face hub: which files make up which split. Start with
/// [dev.guidellm.data.dataset.DataSets].
@NullMarked
package dev.guidellm.data.dataset;

import org.jspecify.annotations.NullMarked;
