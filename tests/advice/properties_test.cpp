#include "support/catch2.hpp"
