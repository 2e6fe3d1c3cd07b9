#pragma once

// Catch2 v3 has catch_all.hpp, v2 (Debian 12) one header for everything.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
